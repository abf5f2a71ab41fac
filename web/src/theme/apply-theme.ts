// Runs before the first paint, from a file of its own: the content security policy allows nothing inline.
// The same rule as theme.ts, without imports, because a blocking script must be one small file.
const chosen = ((): string | null => {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null // storage may be switched off
  }
})()
const hour = new Date().getHours()
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
else if (hour >= 20 || hour < 6) document.documentElement.dataset['theme'] = 'dark'
