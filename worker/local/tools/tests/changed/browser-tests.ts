import { areaOf, type Graph } from './graph.ts'

/** `web/routes/_staff/payments/bills/$billId.tsx` is asked for as `/payments/bills`. */
const addressOf = (route: string): string => {
  const parts = route
    .replace(/^web\/routes\//, '')
    .replace(/\.tsx$/, '')
    .split(/[/.]/)
    .filter((part) => part && !part.startsWith('_') && part !== 'index' && part !== 'route')
  const fixed = parts.findIndex((part) => part.startsWith('$'))
  return `/${(fixed < 0 ? parts : parts.slice(0, fixed)).join('/')}`
}

/** The screens that show a file first: those with the fewest files between. */
const nearestScreens = ({ users }: Graph, files: string[]): string[] => {
  const seen = new Set(files)
  for (let ring = files; ring.length > 0; ) {
    const screens = ring.filter((file) => file.startsWith('web/routes/'))
    if (screens.length > 0) return screens
    ring = [...new Set(ring.flatMap((file) => [...(users.get(file) ?? [])]))].filter((file) => !seen.has(file))
    for (const file of ring) seen.add(file)
  }
  return []
}

/** A test named after an area is worth as much as so many mentions of an address. */
const NAMED_AFTER = 5

/**
 * The browser tests that say something about a change, what says most first: those that open the screens nearest to a changed file of the web, or the
 * screens of a changed area of the Worker, and those named after the area.
 */
export const browserTests = (graph: Graph, tests: string[], changed: string[]): string[] => {
  const files = [...graph.texts.keys()]
  const screens = changed.flatMap((file) => {
    if (file.startsWith('web/')) return nearestScreens(graph, [file])
    const area = areaOf(file)
    const ofArea = files.filter((other) => area && other.startsWith(`web/features/${area}/`))
    return ofArea.flatMap((other) => nearestScreens(graph, [other]))
  })
  const addresses = [...new Set(screens.map(addressOf))].filter((address) => address !== '/')
  const words = [...new Set(changed.flatMap((file) => areaOf(file) ?? []))].map((area) => area.split('/'))
  const worthOf = (test: string): number => {
    const text = graph.texts.get(test) ?? ''
    const opened = addresses.map((address) => text.split(new RegExp(`[\`'"]${address}(?![\\w-])`)).length - 1)
    const isNamed = words.some(([wing, area = '']) => test.startsWith(`test/e2e/${wing}/${area.replace(/s$/, '')}`))
    return opened.reduce((sum, count) => sum + count, isNamed ? NAMED_AFTER : 0)
  }
  return tests
    .map((test) => ({ test, worth: worthOf(test) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .map(({ test }) => test)
}
