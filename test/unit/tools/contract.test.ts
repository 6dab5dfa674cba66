import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const root = new URL('../../..', import.meta.url).pathname

it('the contract tool prints the calls, fields and screens that the project has', async () => {
  const { stdout } = await run(process.execPath, ['worker/local/tools/contract.ts'], { cwd: root, maxBuffer: 1 << 24 })
  const { rest, graphql, screens } = JSON.parse(stdout)
  expect(rest).toEqual(
    expect.arrayContaining([
      { method: 'GET', path: '/api/vendors' },
      { method: 'POST', path: '/graphql' },
    ]),
  )
  expect(graphql.queries).toMatchObject({ vendors: expect.any(Array) })
  expect(Object.keys(graphql.mutations).length).toBeGreaterThan(10)
  expect(screens).toEqual(expect.arrayContaining(['/vendors', '/settings/members']))
}, 120_000)
