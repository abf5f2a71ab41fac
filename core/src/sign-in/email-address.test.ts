import { expect, test } from 'vitest'
import { EMAIL_FAULTS, readEmail } from './email-address.ts'

test.each([
  ['ann@example.com', 'ann@example.com'],
  [' Ann@Example.COM ', 'ann@example.com'],
  ['r&d@example.com', 'r&d@example.com'],
  ["o'neil+wake=up@example.com", "o'neil+wake=up@example.com"],
  ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
  ['a.b.c@mail.example.co.uk', 'a.b.c@mail.example.co.uk'],
  ['user@münchen.de', 'user@xn--mnchen-3ya.de'],
  ['user@xn--mnchen-3ya.de', 'user@xn--mnchen-3ya.de'],
  ['user@пример.рф', 'user@xn--e1afmkfd.xn--p1ai'],
  ['user@xn--e1afmkfd.xn--p1ai', 'user@xn--e1afmkfd.xn--p1ai'],
  ['user@例え.テスト', 'user@xn--r8jz45g.xn--zckzah'],
  ['user@example。com', 'user@example.com'],
  ['ｕｓｅｒ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'user@example.com'],
  ['user\u200b@example.com', 'user@example.com'],
  ['a@b.museum', 'a@b.museum'],
  ['1@1a.example', '1@1a.example'],
])('LOGIN-1 %j becomes the address %j', (typed, address) => {
  expect(readEmail(typed)).toEqual({ address, fault: null })
})

test.each([
  ['', 'missing'],
  [' \u200b ', 'missing'],
  ['ann', 'form'],
  ['ann.example.com', 'form'],
  ['example.com', 'form'],
  ['@example.com', 'form'],
  ['ann@', 'form'],
  ['ann@example', 'form'],
  ['ann@example..com', 'form'],
  ['.ann@example.com', 'form'],
  ['ann.@example.com', 'form'],
  ['a..b@example.com', 'form'],
  ['a b@example.com', 'form'],
  ['a@b@example.com', 'form'],
  ['ann@-example.com', 'form'],
  ['ann@127.0.0.1', 'form'],
  ['ann@[127.0.0.1]', 'form'],
  ['ann@example.com/x', 'form'],
  ['ann@example.com:25', 'form'],
  ['Ann <ann@example.com>', 'form'],
  [`${'a'.repeat(65)}@example.com`, 'form'],
  [`${'a'.repeat(60)}@${'b.'.repeat(100)}example.com`, 'form'],
  ['jürgen@example.com', 'letters'],
  ['иван@пример.рф', 'letters'],
] as const)('LOGIN-1 %j is refused: %s', (typed, fault) => {
  expect(readEmail(typed)).toEqual({ address: null, fault: EMAIL_FAULTS[fault] })
})
