import { BellButton } from '../ui/bell-button.tsx'
import { besidePage } from './beside-page.tsx'

/** SHELL-3 and 11. */
export const Bell = besidePage(
  async () => (await import('../features/notices/notices-bell.tsx')).NoticesBell,
  () => <BellButton unread={0} />,
)
