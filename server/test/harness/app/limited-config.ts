import { loadConfig, type Config } from '../../../src/platform/config/config.ts'

type Limited = 'budgets' | 'mostRequestsAtOnce' | 'mostCallsAnHour' | 'callsPerNumber'

/** Overrides of limits, by group. */
export type Limits = { [Group in Limited]?: Partial<Config[Group]> }

/** The configuration by this environment, with other limits. */
export function limitedConfig(env: NodeJS.ProcessEnv, limits: Limits = {}): Config {
  const config = loadConfig(env)
  for (const group of Object.keys(limits) as Limited[]) Object.assign(config[group], limits[group])
  return config
}
