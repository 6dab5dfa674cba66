import { expect, it } from 'vitest'

/** Whatever the page's own function answers, no browser guesses what it is. */

// Named apart from the import, because its types are those of the platform and not of a page.
const PAGES = '../../../web/pages/_worker.ts'
const { default: worker } = (await import(PAGES)) as {
  default: { fetch: (request: Request, env: unknown) => Promise<Response> }
}

const assets = (status: number, type = 'text/javascript') => ({
  fetch: async () => new Response('x', { status, headers: { 'Content-Type': type } }),
})
const ask = (path: string, status: number, { type, method = 'GET' }: { type?: string; method?: string } = {}) =>
  worker.fetch(
    new Request(`https://outlay.test${path}`, { method, ...(method === 'GET' ? {} : { body: 'left over' }) }),
    { ASSETS: assets(status, type), API: assets(500) },
  )

it.each([
  ['a file that is there', '/assets/app-1a2b.js', 200, {}],
  ['a file that is gone', '/assets/app-1a2b.js', 404, {}],
  ['the page in place of a file', '/assets/app-1a2b.js', 200, { type: 'text/html' }],
  ['a hidden file', '/.env', 200, {}],
  ['an icon', '/icon.svg', 200, {}],
  ['another method', '/requests', 200, { method: 'POST' }],
  ['an app that isn’t there', '/requests', 503, {}],
] as const)('%s is answered with nosniff', async (_, path, status, more) => {
  const answer = await ask(path, status, more)
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

it.each(['/robots.txt', '/wp-login.php', '/sitemap.xml', '/favicon.ico'])(
  '%s, which isn’t there, is 404 as text',
  async (path) => {
    // The platform answers with the page for what it doesn't have.
    const answer = await ask(path, 200, { type: 'text/html' })
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(await answer.text()).toBe('Not found')
  },
)
