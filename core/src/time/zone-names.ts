/** For each name, `source` has the name whose data it uses, and `canonical` the name that we store. */
export type ZoneNames = {
  source: ReadonlyMap<string, string>
  /** By the name in lower case. */
  canonical: ReadonlyMap<string, string>
  /** The names that a person can choose, sorted. */
  listed: readonly string[]
  /** The countries (ISO 3166) that use a zone. */
  countries: ReadonlyMap<string, readonly string[]>
}

/** The link table would turn Iceland into Abidjan, which has its clocks, but a person keeps their own city. */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'Africa/Timbuktu': 'Africa/Bamako',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Virgin': 'America/St_Thomas',
  'Asia/Rangoon': 'Asia/Yangon',
  'Atlantic/Jan_Mayen': 'Europe/Oslo',
  Iceland: 'Atlantic/Reykjavik',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
  'Pacific/Yap': 'Pacific/Chuuk',
  Singapore: 'Asia/Singapore',
}

/** Names of clocks, not places. A person who chose one must find it again, not a city. */
const CLOCK_NAME = /^(?:[EMH]ST|[EMCW]ET|EST5EDT|CST6CDT|MST7MDT|PST8PDT)$/

const UTC_SOURCES = ['Etc/UTC', 'Etc/GMT-0']

/** `zones`: names with data of their own. `links`: 'source|name' pairs. `countries`: rows of 'code|name name'. */
export function zoneNamesOf(data: {
  zones: readonly string[]
  links: readonly string[]
  countries: readonly string[]
}): ZoneNames {
  const links = data.links.map((link) => link.split('|').toReversed() as [string, string])
  const source = new Map([...data.zones.map((name): [string, string] => [name, name]), ...links])
  // Names that the tz database lists for no country are former or technical.
  const byCountry = data.countries.map((line): [string, string[]] => {
    const [code = '', zones = ''] = line.split('|')
    return [code, zones.split(' ')]
  })
  const inCountries = new Set(byCountry.flatMap(([, zones]) => zones))
  const chosenFor = new Map<string, string>()
  for (const name of [...inCountries].toSorted()) {
    const of = source.get(name) ?? name
    if (of === name || !chosenFor.has(of)) chosenFor.set(of, name)
  }
  for (const utc of UTC_SOURCES) chosenFor.set(utc, 'UTC')
  const canonical = new Map<string, string>()
  for (const [name, of] of source) {
    const kept = inCountries.has(name) || CLOCK_NAME.test(name) ? name : (RENAMED[name] ?? chosenFor.get(of) ?? of)
    canonical.set(name.toLowerCase(), kept)
  }
  return { source, canonical, listed: [...inCountries, 'UTC'].toSorted(), countries: countriesOf(byCountry, source) }
}

/** The data also lists a country under a zone whose data one of its own uses: Germany has Zurich because of Büsingen. */
function countriesOf(byCountry: readonly [string, string[]][], source: ReadonlyMap<string, string>) {
  const countries = new Map<string, string[]>()
  for (const [code, zones] of byCountry) {
    for (const zone of zones) {
      if (zones.some((own) => own !== zone && source.get(own) === zone)) continue
      countries.set(zone, [...(countries.get(zone) ?? []), code])
    }
  }
  return countries
}

/** Stands for an unknown zone and is shown as UTC. Never a choice: a person who chooses UTC gets its canonical name. */
export const UNKNOWN_ZONE = 'Etc/UTC'
