import { TURNSTILE_SCRIPT } from './host/stand-ins/turnstile.ts'
import { TURNSTILE_WIDGET } from './turnstile-widget.ts'

interface Env {
  PAGES: Fetcher
}

const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/(json|javascript|graphql-response\+json|manifest\+json|xml)|image\/svg)/
/** Compressing anything smaller costs more than it saves. */
const WORTH_BYTES = 512

/** Compresses answers like Cloudflare's edge does in production, so that the app is as fast here as there. */
export default {
  async fetch(request, env) {
    if (new URL(request.url).pathname === TURNSTILE_SCRIPT)
      return new Response(TURNSTILE_WIDGET, { headers: { 'Content-Type': 'text/javascript' } })
    const answer = await env.PAGES.fetch(request)
    const encoding = encodingFor(request, answer)
    if (!encoding) return answer
    const response = new Response(answer.body, answer)
    response.headers.set('Content-Encoding', encoding)
    response.headers.append('Vary', 'Accept-Encoding')
    response.headers.delete('Content-Length')
    const tag = response.headers.get('ETag')
    if (tag && !tag.startsWith('W/')) response.headers.set('ETag', `W/${tag}`)
    return response
  },
} satisfies ExportedHandler<Env>

/** The runtime encodes the body by the header. */
function encodingFor(request: Request, answer: Response): 'gzip' | undefined {
  const { headers } = answer
  if (request.method === 'HEAD' || answer.webSocket || answer.status !== 200 || !answer.body) return undefined
  if (headers.has('Content-Encoding') || headers.get('Cache-Control')?.includes('no-transform')) return undefined
  const length = headers.get('Content-Length')
  if (length !== null && Number(length) < WORTH_BYTES) return undefined
  if (!COMPRESSIBLE.test(headers.get('Content-Type') ?? '')) return undefined
  return /\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '') ? 'gzip' : undefined
}
