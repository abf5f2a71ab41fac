import { expect, test } from 'vitest'
import { productForFile } from './product-for-file.ts'
import { newVisitor, signUp, verifyPhone } from './web-person.ts'

const { browser, place } = await productForFile({
  CARRIER_2_ACCOUNT_SID: 'AC2',
  CARRIER_2_AUTH_TOKEN: 'its token',
  CARRIER_2_PHONE_NUMBER: '+13105550122',
  CARRIER_2_API_URL: 'http://127.0.0.1:9',
})

test('CARRIER-12 beside a second carrier, pages offer both our numbers, and a prerendered one is hydrated without a fault', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  await page.goto('/help')
  await page.getByText("Why didn't my phone ring?").click()
  const link = page.getByRole('link', { name: 'Save our numbers' })
  await link.waitFor()
  await page.getByText('We have two, and may call from either one.').waitFor()
  const card = await page.request.get(`${place.webUrl}${await link.getAttribute('href')}`)
  expect(await card.text()).toContain('TEL;TYPE=VOICE:+13105550122')
  await signUp(page, place, 'numbers@example.com')
  await verifyPhone(page, place, '2025550173')
  await page.getByText('Save our numbers too.').waitFor()
  expect(watch.faults()).toEqual([])
  await context.close()
})
