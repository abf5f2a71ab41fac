/** The zones' names: `source` is the name whose data a name uses, `canonical` the name that is kept for it. */
export type ZoneNames = {
  source: ReadonlyMap<string, string>
  /** From the name in lower case. */
  canonical: ReadonlyMap<string, string>
  /** Every name that a person may choose, sorted. */
  listed: readonly string[]
  /** The countries (ISO 3166) in which people use a zone. */
  countries: ReadonlyMap<string, readonly string[]>
}

/**
 * Old names that the link table maps to another city with the same clocks. A person keeps their own city: the table
 * would turn Iceland into Abidjan.
 */
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

/** Names of clocks, not of places: in a place's name somebody who chose one wouldn't find their choice again. */
const CLOCK_NAME = /^(?:[EMH]ST|[EMCW]ET|EST5EDT|CST6CDT|MST7MDT|PST8PDT)$/

const UTC_SOURCES = ['Etc/UTC', 'Etc/GMT-0']

/** `zones` are the names with their own data, `links` are 'of|name' pairs, `countries` rows 'code|name name'. */
export function zoneNamesOf(data: {
  zones: readonly string[]
  links: readonly string[]
  countries: readonly string[]
}): ZoneNames {
  const links = data.links.map((link) => link.split('|') as [string, string])
  const source = new Map([...data.zones.map((name): [string, string] => [name, name]), ...links.map(swap)])
  // The tz database lists the zones that a country's people use; all other names are former or technical.
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

/** A country is also listed under the zone whose data its own one uses: Germany has Büsingen's, so it has Zurich too. */
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

function swap([of, name]: [string, string]): [string, string] {
  return [name, of]
}

/**
 * Used where a zone isn't known; shown as UTC. A person's own UTC has the canonical name, so this one is never
 * chosen.
 */
export const UNKNOWN_ZONE = 'Etc/UTC'
