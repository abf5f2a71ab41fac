import { reportedZone } from '../browser/intl.ts'

/** Names that Chrome and Safari still report, and what these zones are called now. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** Of these a browser knows only that it doesn't know: 'Etc/Unknown', '+05:30', 'SystemV/EST5EDT'. */
const NO_ZONE = /^(?:Etc\/Unknown|[+-]\d|SystemV\/|Factory$|localtime$|posix|right\/)/i

/** Our own names are shorter. */
const LONGEST = 64

/** The browser's zone by its present name, or New York when it reports none; empty when what it reports is no zone. */
export function browserZone(): string {
  const zone = reportedZone() ?? 'America/New_York'
  return NO_ZONE.test(zone) || zone.length > LONGEST ? '' : (RENAMED[zone] ?? zone)
}
