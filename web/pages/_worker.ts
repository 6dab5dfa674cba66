import { isApiPath } from './api-paths.ts'
import { earlyReads } from './early-reads.ts'
import { earlyLink, NEXT_FILES, type NextFiles, nextFiles } from './next-files.ts'

/** The colors chosen in this browser. Otherwise those of the system. */
const SCHEME = /(?:^|;\s*)outlay-color-scheme=(light|dark)(?:;|$)/
const SCHEME_ATTRIBUTE = 'data-mantine-color-scheme'
const SESSION = /(?:^|;\s*)[\w-]*session=/

interface Env {
  API: Fetcher
  ASSETS: Fetcher
}

/**
 * The Pages function: one origin for the app and its API. API paths go to the Worker unchanged (WebSocket upgrades
 * too), hashed files are cached for good, and every other address is the app, under a strict policy.
 */
export default {
  async fetch(request, env) {
    const url = new URL(request.url)
    if (isApiPath(url.pathname)) return env.API.fetch(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // What is left of a body would end the connection under the next call.
      await request.body?.pipeTo(new WritableStream()).catch(() => {})
      return plain('Method not allowed', 405, { Allow: 'GET, HEAD' })
    }
    if (isHidden(url.pathname)) return plain('Not found', 404)
    if (url.pathname.startsWith('/assets/')) return hashedFile(request, env)
    return (await plainFile(request, url, env)) ?? page(request, url, env)
  },
} satisfies ExportedHandler<Env>

/** Build records and the function itself are beside the app's files, but shouldn't be served. */
function isHidden(pathname: string): boolean {
  return /^\/[._]/.test(pathname) && !pathname.startsWith('/.well-known/')
}

/** A file whose name changes with its content. A missing one is 404, never the page, and the app then reloads once. */
async function hashedFile(request: Request, env: Env): Promise<Response> {
  const answer = await env.ASSETS.fetch(request)
  if (!answer.ok && answer.status !== 304) return plain('Not found', 404)
  if (isHtml(answer)) return plain('Not found', 404)
  const response = new Response(answer.body, answer)
  response.headers.set('Cache-Control', 'public, max-age=31536000, immutable')
  response.headers.set('X-Content-Type-Options', 'nosniff')
  return response
}

/** An icon or a font. Undefined for a page. Programs that ask for a file that isn't there get no page in its place. */
async function plainFile(request: Request, url: URL, env: Env): Promise<Response | undefined> {
  if (!/\.[a-z0-9]{1,10}$/i.test(url.pathname) || url.pathname.endsWith('.html')) return undefined
  const answer = await env.ASSETS.fetch(request)
  if ((!answer.ok && answer.status !== 304) || isHtml(answer)) return plain('Not found', 404)
  const response = new Response(answer.body, answer)
  response.headers.set('X-Content-Type-Options', 'nosniff')
  return response
}

async function page(request: Request, url: URL, env: Env): Promise<Response> {
  // A fresh request without the browser's conditions, which would return 304 for a page whose nonce has changed.
  const answer = await env.ASSETS.fetch(new Request(new URL('/', url), { method: request.method }))
  if (!answer.ok) return plain('The app is not here', 503)
  const nonce = createNonce()
  const cookies = request.headers.get('Cookie') ?? ''
  const scheme = SCHEME.exec(cookies)?.[1]
  const hasSession = SESSION.test(cookies)
  const files = nextFiles(await builtFiles(url, env), url.pathname, hasSession)
  const early = [...earlyReads(url, hasSession), ...files.map(earlyLink)].join('')
  const response = new HTMLRewriter()
    .on('html', { element: (element) => void (scheme && element.setAttribute(SCHEME_ATTRIBUTE, scheme)) })
    .on('meta[name="csp-nonce"]', { element: (element) => void element.setAttribute('content', nonce) })
    .on('style', { element: (element) => void element.setAttribute('nonce', nonce) })
    .on('head', { element: (element) => void element.append(early, { html: true }) })
    .transform(new Response(answer.body, answer))
  response.headers.delete('ETag')
  response.headers.delete('Last-Modified')
  for (const [name, value] of Object.entries(pageHeaders(nonce, url))) response.headers.set(name, value)
  return response
}

/** The same for every request, as each deployment has its own function. */
let kept: NextFiles | undefined

async function builtFiles(url: URL, env: Env): Promise<NextFiles> {
  if (kept) return kept
  const answer = await env.ASSETS.fetch(new Request(new URL(NEXT_FILES, url)))
  if (!answer.ok || isHtml(answer)) return { files: [], pages: [] }
  kept = await answer.json<NextFiles>()
  return kept
}

/** Forms for everyone may check that their sender is a person. Other pages load nothing from elsewhere. */
const PERSON_CHECK = 'https://challenges.cloudflare.com'
const isPublicForm = ({ pathname }: URL): boolean => pathname.startsWith('/public/sourcing/')

function pageHeaders(nonce: string, url: URL): Record<string, string> {
  const personCheck = isPublicForm(url) ? ` ${PERSON_CHECK}` : ''
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'self'${personCheck}`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      // The external viewer of office files (specification 2 §2).
      `frame-src 'self' blob: https://view.officeapps.live.com${personCheck}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(url.protocol === 'https:' ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
}

function isHtml(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/html') ?? false
}

function plain(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
}
