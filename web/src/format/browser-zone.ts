import { reportedZone } from '../browser/intl.ts'

/** Outdated zone names that Chrome and Safari still report. */
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

/** Not places: 'Etc/Unknown', '+05:30', 'SystemV/EST5EDT'. */
const NO_ZONE = /^(?:Etc\/Unknown|[+-]\d|SystemV\/|Factory$|localtime$|posix|right\/)/i

/** Our own names are shorter. */
const LONGEST = 64

/** The browser's zone by its current name; New York if it reports none, empty if it isn't a zone. */
export function browserZone(): string {
  const zone = reportedZone() ?? 'America/New_York'
  return NO_ZONE.test(zone) || zone.length > LONGEST ? '' : (RENAMED[zone] ?? zone)
}
