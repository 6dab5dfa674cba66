import { describe, expect, it } from 'vitest'
import { splitOf } from '../../../web/declarations.ts'

const CODE = `import { z } from 'zod'
import { named as shared } from '../shared/values.ts'
const inner = z.string()
export const first = z.object({ inner, shared })
export const [second, third] = [1, 2]
export { later } from './other.ts'
export { shared as values }
`

describe('a module of declarations', () => {
  const split = splitOf(CODE, '/app/schema/area/endpoints.ts')

  it('a part has what its declaration names, and nothing else', () => {
    expect(split?.codeOf('first').trim().split('\n').filter(Boolean)).toEqual([
      'import { z as z } from "zod"',
      'import { inner as inner } from "./endpoints.ts?part=inner"',
      'import { named as shared } from "../shared/values.ts"',
      'const first = z.object({ inner, shared })',
      'export { first }',
    ])
    expect(split?.codeOf('second').trim()).toBe('const [second, third] = [1, 2]\nexport { second, third }')
  })

  it('each exported name has its place, also in another module', () => {
    expect([...(split?.exported ?? [])]).toEqual([
      ['first', { local: 'first' }],
      ['second', { local: 'second' }],
      ['third', { local: 'third' }],
      ['later', { from: './other.ts', name: 'later' }],
      ['values', { from: '../shared/values.ts', name: 'named' }],
    ])
    expect(split?.partOf.get('third')).toBe('second')
  })

  it('the whole is the sum of its parts, so that nothing is there twice', () => {
    expect(split?.whole.split('\n')).toEqual([
      'export { first as first } from "./endpoints.ts?part=first"',
      'export { second as second } from "./endpoints.ts?part=second"',
      'export { third as third } from "./endpoints.ts?part=second"',
      'export { later as later } from "./other.ts"',
      'export { named as values } from "../shared/values.ts"',
    ])
  })

  it.each([
    ['a call', 'start()\nexport const a = 1'],
    ['a variable that changes', 'let count = 0\nexport const next = () => ++count'],
    ['an import for its effect', "import './styles.css'\nexport const a = 1"],
    ['another export than by name', 'export default 1'],
    ['exports of all that another has', "export * from './other.ts'"],
  ])('a module with %s stays whole', (_, code) => {
    expect(splitOf(code, '/app/web/lib/a.ts')).toBeNull()
  })
})
