import { addDays, dayIn } from '../../../../schema/shared/calendar.ts'
import * as endpoints from '../../../../schema/vendors/renewals/endpoints.ts'
import { newSecret } from '../../../core/clock.ts'
import { commit } from '../../../core/commit.ts'
import { notFound } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { type ReferredNames, readReferredNames } from '../../../core/referred-names.ts'
import { byFullName, ENDING, ENDING_OF_OWNER, type EndingService, endingOf } from '../services/index.ts'
import { type CalendarRenewal, calendarOf } from './calendar.ts'

/**
 * A person's private calendar link. Anyone with it reads what the person can read, until it is revoked or replaced, or
 * the person is disabled. Only the token's hash is stored.
 */

interface FeedRow {
  scope: (typeof endpoints.FEED_SCOPES)[number]
  createdAt: number
}

const ofPerson = ({ db, actor }: StaffContext): D1PreparedStatement =>
  db.sql(
    'SELECT scope, created_at AS createdAt FROM renewal_feeds WHERE company_id = ? AND user_id = ?',
    actor.companyId,
    actor.userId,
  )

const toFeed = ({ scope, createdAt }: FeedRow) => ({ scope, createdAt: new Date(createdAt).toISOString() })

export const readFeed = query({
  id: 'services.get-renewal-feed',
  access: 'services.subscribe',
  input: inputOf(endpoints.getRenewalFeed),
  run: async (context) => {
    const row = await context.db.first<FeedRow>(ofPerson(context))
    return { feed: row && toFeed(row) }
  },
})

const audit = ({ actor, newId }: StaffContext, action: string, message: string, changeData: object) => ({
  changeKey: `renewal-feed:${actor.userId}:${newId()}`,
  action: `member.renewal-feed-${action}`,
  targetType: 'MEMBER' as const,
  targetId: actor.userId,
  message,
  changeData,
})

/** Can't be repeated by its command id, because the link isn't stored. A second one replaces the first. */
export const createFeed = command({
  id: 'services.create-renewal-feed',
  access: 'services.subscribe',
  idempotency: 'none',
  input: inputOf(endpoints.createRenewalFeed),
  run: async (context, { scope }) => {
    const { db, actor, clock, env } = context
    // Contains the owner, so that one round trip finds and checks it. All of it is hashed.
    const token = [scope, actor.companyId, actor.userId, newSecret()].join('.')
    const now = clock.now()
    return commit(context, {
      subject: 'The calendar link',
      statements: [
        db.sql(
          `INSERT INTO renewal_feeds (company_id, user_id, token_hash, scope, created_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (company_id, user_id) DO UPDATE SET token_hash = excluded.token_hash, scope = excluded.scope,
             created_at = excluded.created_at`,
          ...[actor.companyId, actor.userId, sha256Hex(token), scope, now],
        ),
      ],
      audit: [audit(context, 'created', 'Created a renewal calendar link', { after: { scope } })],
      result: {
        ...toFeed({ scope, createdAt: now }),
        url: `${env.OUTLAY_ORIGIN}${endpoints.readRenewalFeed.path.replace('{token}', token)}`,
      },
    })
  },
})

/** Without a link there is nothing to do. */
export const deleteFeed = command({
  id: 'services.delete-renewal-feed',
  access: 'services.subscribe',
  input: inputOf(endpoints.deleteRenewalFeed),
  run: async (context) => {
    const { db, actor } = context
    const row = await db.first<FeedRow>(ofPerson(context))
    return commit(context, {
      subject: 'The calendar link',
      statements: row
        ? [db.sql('DELETE FROM renewal_feeds WHERE company_id = ? AND user_id = ?', actor.companyId, actor.userId)]
        : [],
      audit: row
        ? [audit(context, 'deleted', 'Revoked the renewal calendar link', { before: { scope: row.scope } })]
        : [],
      result: null,
    })
  },
})

const DAYS_BACK = 90
const DAYS_AHEAD = 3 * 366
/** Calendars ask every few hours, so that no calendar costs more than 2,000 rows: three for each service, and its owner. */
const MOST_SERVICES = 480

/** The periods of a service that end within these days. */
const renewalsOf = (
  { id, name, vendorId, vendorName, autorenews, periods, ownerIds }: EndingService,
  { from, until }: { from: string; until: string },
  names: ReferredNames,
): CalendarRenewal[] =>
  periods.flatMap((period) => {
    const { endDate } = period
    if (endDate === null || endDate < from || endDate > until) return []
    const following = periods.map(({ startDate }) => startDate).filter((day) => day > endDate)
    return [
      {
        periodId: period.id,
        service: { id, name },
        vendor: { id: vendorId, name: vendorName ?? '' },
        startDate: period.startDate,
        endDate,
        cancelBy: period.cancelBy,
        autorenews,
        currency: period.currency,
        totalServicePeriodCost: period.totalServicePeriodCost ?? 0,
        owners: byFullName(names.people(ownerIds)),
        continuesOn: following.sort()[0] ?? null,
      },
    ]
  })

/** Two round trips. Throws NOT_FOUND for links that are unknown, altered, revoked, or of disabled members. */
export const readFeedFile = query({
  id: 'services.read-renewal-feed',
  access: 'public',
  input: inputOf(endpoints.readRenewalFeed),
  place: ({ token }) => ({ companyId: token.split('.')[1] ?? '' }),
  run: async ({ db, clock, env }, { token }) => {
    const [scope, companyId = '', userId = ''] = token.split('.')
    const now = clock.now()
    const today = dayIn(null, now)
    const days = { from: addDays(today, -DAYS_BACK), until: addDays(today, DAYS_AHEAD) }
    const of = [companyId, days.from, MOST_SERVICES + 1] as const
    const [links, found] = await db.batch([
      db.sql(
        `SELECT c.name FROM renewal_feeds f
           JOIN company_memberships m ON m.company_id = f.company_id AND m.user_id = f.user_id AND m.disabled_at IS NULL
           JOIN companies c ON c.id = f.company_id
          WHERE f.token_hash = ? AND f.company_id = ? AND f.user_id = ?`,
        ...[sha256Hex(token), companyId, userId],
      ),
      scope === 'ALL' ? db.sql(ENDING, ...of) : db.sql(ENDING_OF_OWNER, ...of, userId),
    ])
    const link = links?.results[0]
    if (!link) throw notFound('The calendar')
    const services = found.results.slice(0, MOST_SERVICES).map(endingOf)
    const shown = services.filter(({ archivedAt }) => archivedAt === null)
    const names = await readReferredNames(db, companyId, { people: shown.flatMap(({ ownerIds }) => ownerIds) })
    const renewals = shown
      .flatMap((service) => renewalsOf(service, days, names))
      .sort((a, b) => (a.endDate < b.endDate ? -1 : 1))
    // The next one ends on the same day, or later.
    const last = found.results.length > MOST_SERVICES ? (services.at(-1)?.lastEndDate ?? '') : ''
    const cutFrom = last && last <= days.until ? last : null
    return calendarOf(renewals, { name: `${link.name}: renewals`, origin: env.OUTLAY_ORIGIN, now, cutFrom })
  },
})

export const calendarResponse = (text: string): Response =>
  new Response(text, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="outlay-renewals.ics"',
      'Cache-Control': 'private, no-store',
    },
  })
