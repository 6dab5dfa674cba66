import { PARTS, READERS } from './all.ts'
import { countWork } from './work-steps.ts'

/** A process of its own, without what makes code faster and uncountable: the work of every reader, a line for each. */

/** Larger inputs are counted in part, so that it doesn't take minutes. `bun run bench readers` times them whole. */
const WHOLE = 200_000
const SHARE = 20

const only = process.argv.slice(2)
for (const { name, limit, read, shapes } of READERS)
  for (const [shape, make] of Object.entries(shapes)) {
    if (only.length > 0 && !only.includes(name)) continue
    const most = Math.max(Math.min(limit, WHOLE), limit / SHARE)
    // What is made once, such as tables of letters, counts for no size.
    await Promise.allSettled([read(make(1000) as never, async () => {})])
    const works = []
    for (const part of PARTS) {
      const input = make(Math.floor(most * part)) as never
      works.push(await countWork((pause) => read(input, pause)))
    }
    process.stdout.write(`${JSON.stringify({ name, shape, works })}\n`)
  }
