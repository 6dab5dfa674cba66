import type { Member, MemberChange } from '../../../../schema/platform/members/member-endpoints.ts'
import {
  provisionedPeople,
  provisioningValues,
  type ValueKind,
} from '../../../../schema/platform/provisioning/tables.ts'
import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext, SystemContext } from '../../../core/operation.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import { nudgeOutbox } from '../../../core/outbox-nudge.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { computed, select, typed } from '../../../core/record.ts'
import type { ValueMoved } from '../../../core/sent/value-moved.ts'
import { changeSeveral } from '../members/index.ts'
import { GROUP } from '../organisation/index.ts'
import { asProvisioning } from './actor.ts'
import { type Moving, movingIn } from './moving.ts'
import { attributesIn } from './placed-by.ts'
import { FIELDS, isAccessFlag, meaningsOf, saidIn, UNITS, valueKeyOf } from './placement.ts'

/**
 * After an admin said what a value of the provider means: the people of whom the provider said it move, in steps. They
 * leave what it meant before, unless another of their values means that too, and join what it means now. The rules of
 * members hold: rights about money wait, and someone whom a rule keeps where they are stays.
 */

const LOOKED = 100
const STEPS_AT_ONCE = 20
const BUDGET_MS = 40_000

const PEOPLE = typed`SELECT ${select(provisionedPeople, 'p', ['userId', 'placedBy'])} FROM provisioned_people p
  WHERE p.company_id = ?1 AND p.user_id > ?2 ORDER BY p.user_id LIMIT ${LOOKED}`

/** Who of these people is in the group of that name, which the provider keeps as a group of its own. */
const IN_GROUP = typed`SELECT ${computed<{ userId: string }>({ userId: 'n.user_id' })}
  FROM ${GROUP.table} g CROSS JOIN ${GROUP.members?.table ?? ''} n ON n.company_id = g.company_id AND n.group_id = g.id
 WHERE g.company_id = ?1 AND lower(g.name) = lower(?2) AND n.user_id IN (SELECT value FROM json_each(?3))`

/** Values of groups that mean what is left. */
const MEANINGS = typed`SELECT ${select(provisioningValues, 'v', ['valueKey', 'targetId', 'role'])} FROM provisioning_values v
  WHERE v.company_id = ?1 AND v.kind = 'GROUP'
    AND (v.target_id IN (SELECT value FROM json_each(?2)) OR v.role IN (SELECT value FROM json_each(?3)))`

/** What someone becomes. `others` are the values of groups that mean what is left, too. */
const changeFor = (
  kind: ValueKind,
  { leave, takes }: Moving,
  {
    unitId,
    role,
    isInUnit,
    keys,
    others,
  }: {
    unitId: string | null
    role: AccessFlag | null
    /** The provider says the value of them, rather than keeping a group of that name. */
    isInUnit: boolean
    keys: ReadonlySet<string>
    others: readonly { valueKey: string; targetId: string | null; role: string | null }[]
  },
  member: Member,
): MemberChange => {
  const theirs = others.filter(({ valueKey }) => keys.has(valueKey))
  const had = member[UNITS[kind]].map(({ id }) => id)
  const stays = (id: string) =>
    id === unitId || !leave.includes(id) || (kind === 'GROUP' && theirs.some(({ targetId }) => targetId === id))
  const ids = isInUnit ? [...new Set([...had.filter(stays), ...(unitId === null ? [] : [unitId])])] : had
  const isMoved = ids.length !== had.length || ids.some((id) => !had.includes(id))
  const taken = takes.filter((flag) => flag !== role && member[flag] && !theirs.some((each) => each.role === flag))
  return {
    ...(isMoved && { [FIELDS[kind]]: ids }),
    ...Object.fromEntries(taken.map((flag) => [flag, false])),
    ...(role !== null && !member[role] && { [role]: true }),
  }
}

/** All at once, else each by themselves, so that a rule which keeps one person keeps no other. */
const changed = async (
  context: StaffContext,
  ids: string[],
  units: Parameters<typeof changeSeveral>[2],
  changeOf: (member: Member) => MemberChange,
): Promise<number> => {
  if (ids.length === 0) return 0
  try {
    return (await changeSeveral(context, ids, units, changeOf)).changed
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (ids.length === 1) return 0
    let count = 0
    for (const id of ids) count += await changed(context, [id], units, changeOf)
    return count
  }
}

/** @returns whether there is more to do */
const step = async (context: StaffContext, { kind, value, mappedAt }: ValueMoved): Promise<boolean> => {
  const { db, actor } = context
  const key = valueKeyOf(value)
  const [meant] = await meaningsOf(context, [{ kind, key, text: value }])
  const moving = movingIn(meant?.moving ?? null)
  if (!meant || !moving || meant.mappedAt !== mappedAt) return false
  const people = await db.all(db.sql(PEOPLE, actor.companyId, moving.after))
  const said = new Map(people.map(({ userId, placedBy }) => [userId, saidIn(attributesIn(placedBy))]))
  const sayIt = people.filter(({ userId }) => said.get(userId)?.some((one) => one.kind === kind && one.key === key))
  const inUnit = new Set(sayIt.map(({ userId }) => userId))
  const ids = JSON.stringify(people.map(({ userId }) => userId))
  const [inGroup, others] =
    kind === 'GROUP'
      ? await Promise.all([
          db.all(db.sql(IN_GROUP, actor.companyId, value, ids)),
          db.all(db.sql(MEANINGS, actor.companyId, JSON.stringify(moving.leave), JSON.stringify(moving.takes))),
        ])
      : [[], []]
  const unitId = meant.living ?? meant.named
  const role = isAccessFlag(meant.role) ? meant.role : null
  const whom = [...new Set([...inUnit, ...inGroup.map(({ userId }) => userId)])]
  const units = unitId === null ? {} : { [FIELDS[kind]]: [unitId] }
  const count = await changed(context, whom, units, (member) => {
    const texts = (said.get(member.id) ?? []).filter((one) => one.kind === 'GROUP').map((one) => one.key)
    const keys = new Set([...texts, ...member.groups.map(({ name }) => valueKeyOf(name))])
    return changeFor(kind, moving, { unitId, role, isInUnit: inUnit.has(member.id), keys, others }, member)
  })
  const last = people.at(-1)?.userId
  const isMore = people.length === LOOKED && last !== undefined
  await db.batch([
    db.sql(
      `UPDATE provisioning_values SET moving = ?5, moved_people = coalesce(moved_people, 0) + ?6
        WHERE company_id = ?1 AND kind = ?2 AND value_key = ?3 AND mapped_at = ?4`,
      actor.companyId,
      kind,
      key,
      mappedAt,
      isMore ? JSON.stringify({ ...moving, after: last }) : null,
      count,
    ),
  ])
  return isMore
}

export const moveByValue: OutboxHandler<'provisioning.move', SystemContext> =
  async (context) =>
  async ({ companyId, payload }) => {
    const { db, env, clock, newId } = context
    const until = clock.now() + BUDGET_MS
    const acting = await asProvisioning(context, companyId)
    for (let steps = 1; await step(acting, payload); steps += 1) {
      if (clock.now() < until && steps < STEPS_AT_ONCE) continue
      const next = { id: newId(), companyId, topic: 'provisioning.move' as const, payload, createdAt: clock.now() }
      await db.batch([outboxStatement(db, [next])])
      await nudgeOutbox(env, [next])
      return
    }
  }
