/** PHONE-1, in the specification's order; +1 is the default. */
export const COUNTRIES = [
  { code: '+1', flag: '🇺🇸', name: 'United States/Canada' },
  { code: '+61', flag: '🇦🇺', name: 'Australia' },
  { code: '+64', flag: '🇳🇿', name: 'New Zealand' },
  { code: '+91', flag: '🇮🇳', name: 'India' },
  { code: '+33', flag: '🇫🇷', name: 'France' },
  { code: '+49', flag: '🇩🇪', name: 'Germany' },
  { code: '+65', flag: '🇸🇬', name: 'Singapore' },
] as const

/**
 * Country code plus digits. A number that was pasted whole keeps its own code, and the 0 that is dialled only inside a
 * country is left out: none of these seven has numbers that begin with one.
 */
export function fullNumber(country: string, typed: string): string {
  const digits = typed.replaceAll(/\D/g, '')
  return typed.trim().startsWith('+') ? `+${digits}` : `${country}${digits.replace(/^0+/, '')}`
}
