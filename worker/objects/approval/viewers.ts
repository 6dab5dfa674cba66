import { errorText } from '../../core/log.ts'

/** The current viewers of a request: their sockets, each with the session that opened it. */
export interface Viewer {
  companyId: string
  userId: string
  /** Empty for a program, since an API key has no session. */
  sessionHash: string
}

const HEADER = 'X-Outlay-Viewer'
/** Tells the page that its session has ended, like a 401. */
const SESSION_OVER = 4401

/** The upgrade as the object gets it. Headers of that name from the caller are replaced. */
export const withViewer = (request: Request, viewer: Viewer): Request => {
  const headers = new Headers(request.headers)
  headers.set(HEADER, JSON.stringify(viewer))
  return new Request(request, { headers })
}

export const acceptViewer = (ctx: DurableObjectState, request: Request): Response => {
  const { 0: client, 1: server } = new WebSocketPair()
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  ctx.acceptWebSocket(server)
  server.serializeAttachment(JSON.parse(request.headers.get(HEADER) ?? 'null'))
  return new Response(null, { status: 101, webSocket: client })
}

/** Which of the viewers may still look: enabled and not signed out. */
const stillIn = async (db: D1Database, viewers: Viewer[]): Promise<Set<string>> => {
  const { results } = await db
    .prepare(
      `SELECT value ->> 'userId' || ' ' || (value ->> 'sessionHash') AS viewer FROM json_each(?1)
        WHERE EXISTS (SELECT 1 FROM company_memberships m WHERE m.company_id = value ->> 'companyId'
                         AND m.user_id = value ->> 'userId' AND m.disabled_at IS NULL)
          AND (value ->> 'sessionHash' = ''
               OR EXISTS (SELECT 1 FROM sessions s WHERE s.token_hash = value ->> 'sessionHash'))`,
    )
    .bind(JSON.stringify(viewers))
    .all<{ viewer: string }>()
  return new Set(results.map(({ viewer }) => viewer))
}

/** How often viewers are checked, even if nothing changes. */
export const LOOK_MS = 30_000

/** Closes the sockets of people who may no longer look. */
export const closeOutsiders = (ctx: DurableObjectState, db: D1Database): Promise<void> => tellViewers(ctx, db, null)

/**
 * Notifies all viewers. People who may no longer look get nothing, and their socket closes.
 * @param message null if there is nothing to tell
 */
export const tellViewers = async (ctx: DurableObjectState, db: D1Database, message: string | null): Promise<void> => {
  const open = ctx
    .getWebSockets()
    .map((socket) => ({ socket, viewer: socket.deserializeAttachment() as Viewer | null }))
  if (open.length === 0) return
  const viewers = open.flatMap(({ viewer }) => (viewer ? [viewer] : []))
  const known = await stillIn(db, viewers).catch((error: unknown) => {
    console.error('viewers couldn’t be checked', errorText(error))
    return null
  })
  // If the check fails, no one is notified. Pages reload when they get focus.
  if (!known) return
  for (const { socket, viewer } of open) {
    try {
      const isIn = viewer !== null && known.has(`${viewer.userId} ${viewer.sessionHash}`)
      if (isIn && message !== null) socket.send(message)
      if (!isIn) socket.close(SESSION_OVER, 'Signed out')
    } catch {
      // Already closed. Its close event is on the way.
    }
  }
}
