import { DurableObject } from 'cloudflare:workers'
import { approvalCommand } from '../../../schema/approvals/engine/commands.ts'
import { deadlineSteps } from '../../../schema/approvals/engine/deadlines.ts'
import type { ApprovalEvent } from '../../../schema/approvals/engine/events.ts'
import type { ApprovalState, ApprovalView } from '../../../schema/approvals/engine/model.ts'
import { EFFECTS_WAIT_MS, isUndoable } from '../../../schema/approvals/engine/undo.ts'
import { envOfCell, envOfCompany } from '../../core/cells.ts'
import { type Clock, systemClock } from '../../core/clock.ts'
import { canonicalJson, sha256Hex } from '../../core/hash.ts'
import type { OutboxRow, RequestNotification } from '../../core/outbox.ts'
import { nudgeOutbox } from '../../core/outbox-nudge.ts'
import type { Env } from '../../env.ts'
import { changesSince } from './access.ts'
import {
  NOTE_MS,
  PROJECT_GRACE_MS,
  RETRY_FIRST_MS,
  RETRY_MOST_MS,
  ringForDeadline,
  ringForNext,
  ringForViewers,
} from './alarm/times.ts'
import { managersOf, systemActor } from './late.ts'
import { ApprovalLog } from './log.ts'
import { markHolding } from './news/holding.ts'
import { notificationOf } from './news/notifications.ts'
import { stillTold } from './news/still-told.ts'
import { project } from './projection.ts'
import type { ApprovalCalls, ExecuteInput, ExecuteResult, PlanningBase, Rehearsal } from './protocol.ts'
import { rehearsalOf } from './rehearsal.ts'
import { viewOf } from './shown.ts'
import { handle, replay } from './state.ts'
import { isSubject, nameOfState } from './subject.ts'
import { answerOf, type CommandAnswer, type Outcome, type Unconfirmed } from './unconfirmed.ts'
import { acceptViewer, closeOutsiders, LOOK_MS, tellViewers } from './viewers.ts'

/**
 * One request's approvals. The event log in this object is the truth, and D1 follows. Nothing is awaited between
 * reading the state and committing, so two commands never see the same state.
 */
export class ApprovalObject extends DurableObject<Env> implements ApprovalCalls {
  readonly #log: ApprovalLog
  /** The clock of commands. Alarms use the system's. */
  protected clock: Clock = systemClock
  /** Undefined until first needed, null if nothing was submitted. */
  #cached: ApprovalState | null | undefined
  /** The last event known to be in D1, read together with the state. */
  #projected = 0
  #failures = 0
  #projecting: Promise<boolean> | null = null
  /** Commits not yet confirmed in D1, kept to avoid reading them back. */
  #recent: Unconfirmed[] = []
  /** The bindings of the company's cell, once known. */
  #cell: Env | null = null
  /** Whether the alarm is already set for the unconfirmed events. */
  #covered = false
  #noting = false

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#log = new ApprovalLog(ctx.storage)
  }

  async execute(input: ExecuteInput): Promise<ExecuteResult> {
    const { actor } = input
    const parsed = approvalCommand.safeParse(input.command)
    if (!parsed.success) {
      const message = parsed.error.issues[0]?.message ?? 'The command is not valid.'
      return { ok: false, refusal: { code: 'INVALID', reason: 'INVALID_COMMAND', message } }
    }
    const { companyId, userId, impersonatorUserId } = actor
    const inputHash = sha256Hex(canonicalJson([companyId, userId, impersonatorUserId, parsed.data]))
    const outcome = this.#commit({ ...input, command: parsed.data }, inputHash)
    if (input.cell !== undefined) this.#cell = envOfCell(this.env, input.cell)
    if (!outcome.ok) return outcome
    const projected = await this.#catchUp(this.#required().sequence)
    if (!outcome.repeated) this.#broadcast(outcome.sequence)
    if (projected) this.#noteSoon()
    const { hasAnswer, ...told } = outcome
    return { ...told, projected, answerKept: projected && hasAnswer, state: this.#head() }
  }

  /** Only the essentials go to the Worker, because copying a whole state costs more than the decision. */
  #head(): Pick<ApprovalView, 'status' | 'version' | 'run'> {
    const { status, version, run } = this.#required()
    return { status, version, run }
  }

  async read(companyId: string): Promise<ApprovalView | null> {
    const state = this.#of(companyId)
    return state && viewOf(state)
  }

  async planningBase(companyId: string): Promise<PlanningBase | null> {
    const state = this.#of(companyId)
    if (!state) return null
    const { pinned, version, content, status, requestor, createdBy, createdAt, involved, watchers } = state
    return { ...pinned, version, content, status, requestor, createdBy, createdAt, involved, watchers }
  }

  async rehearse(input: Pick<ExecuteInput, 'actor' | 'command' | 'planning'>): Promise<Rehearsal> {
    const command = approvalCommand.parse(input.command)
    return rehearsalOf(this.#of(input.actor.companyId), { ...input, command }, this.clock.now())
  }

  async changesSince(companyId: string, version: number): ReturnType<ApprovalCalls['changesSince']> {
    const state = this.#of(companyId)
    return state && { version: state.version, changes: changesSince(state, version) }
  }

  async stillTold(companyId: string, notification: RequestNotification): Promise<RequestNotification | null> {
    const state = this.#of(companyId)
    return state && stillTold(state, notification, this.#log.around(notification.sequence, this.clock.now()))
  }

  async announce(isChanged = true): Promise<void> {
    await (isChanged ? this.#broadcast(this.#projected) : closeOutsiders(this.ctx, (await this.#home()).DB))
  }

  async log(companyId: string, after = 0): Promise<ApprovalEvent[]> {
    return this.#of(companyId) ? this.#log.events(after) : []
  }

  async rebuild(): Promise<boolean> {
    while (this.#projecting) await this.#projecting
    const state = replay(this.#log.events(0))
    if (!state) return true
    // What D1 doesn't have yet comes first, because rewriting the rows starts no effects.
    if (this.#state && !(await this.#catchUp(state.sequence))) return false
    this.ctx.storage.transactionSync(() => this.#log.snapshot(state))
    this.#cached = state
    this.#projecting = this.#serially(this.#write(this.#log.events(0), 0, [], { isRebuild: true }))
    return this.#projecting
  }

  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
      return new Response('Expected a WebSocket', { status: 426 })
    const accepted = acceptViewer(this.ctx, request)
    await ringForViewers(this.ctx)
    return accepted
  }

  override webSocketMessage(): void {
    // Viewers only listen. Pings are answered without waking the object.
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 mean that no code arrived, and may not be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code)
  }

  /** Alarms run at least once and stop after six errors, so this one catches everything and sets itself again. */
  override async alarm(): Promise<void> {
    try {
      await this.#project()
    } catch (error) {
      this.#report('approval alarm failed', error)
      this.#ringIn(RETRY_MOST_MS)
    }
    try {
      await this.#watchDeadlines()
    } catch (error) {
      this.#report('deadlines not looked at', error)
      this.#ringIn(RETRY_MOST_MS)
    }
    try {
      if (this.ctx.getWebSockets().length > 0) await this.announce(false)
      await ringForViewers(this.ctx)
    } catch (error) {
      this.#report('viewers not looked at', error)
      this.#ringIn(LOOK_MS)
    }
  }

  /**
   * Does what is due by now, and sets the alarm for what comes next. Every commit sets the alarm, so the deadlines of
   * each new state are looked at.
   */
  async #watchDeadlines(): Promise<void> {
    const state = this.#state
    if (!state) return
    const now = this.clock.now()
    const due = deadlineSteps(state).filter(({ at }) => at <= now)
    if (due.length > 0) {
      const { DB } = await this.#home()
      const late = due.filter(({ kind }) => kind === 'ESCALATE').map(({ userId }) => userId)
      const command = { type: 'checkDeadlines' as const, managers: await managersOf(DB, state.companyId, late) }
      const result = await this.execute({
        commandId: `deadlines:${nameOfState(state)}:${state.sequence}:${now}`,
        actor: systemActor(state.companyId),
        command,
      })
      if (!result.ok) this.#report('deadlines not kept', result.refusal.message)
    }
    await ringForDeadline(this.ctx, this.#required(), now)
  }

  /** Synchronous from the first read to the commit. */
  #commit(input: Omit<ExecuteInput, 'command'> & { command: Parameters<typeof handle>[1] }, hash: string): Outcome {
    const { commandId, actor, command, planning } = input
    const known = this.#log.command(commandId)
    if (known && known.inputHash === hash)
      return { ok: true, sequence: known.sequence, repeated: true, hasAnswer: false }
    if (known) {
      const message = 'This command has already been sent with other content.'
      return { ok: false, refusal: { code: 'CONFLICT', reason: 'COMMAND_REUSED', message } }
    }
    const { name } = this.ctx.id
    if (
      (command.type === 'submit' || command.type === 'import') &&
      name !== undefined &&
      isSubject(command.targetType) &&
      name !== nameOfState(command)
    )
      return { ok: false, refusal: { code: 'INVALID', reason: 'INVALID_COMMAND', message: 'Not this request.' } }
    const before = this.#state
    const at = this.clock.now()
    const past = command.type === 'undoDecision' ? (this.#log.past(command.sequence) ?? undefined) : undefined
    const result = handle(before, command, actor, at, planning, past)
    if (result.refusal) return { ok: false, refusal: result.refusal }
    const { events, state } = result
    const said = notificationOf(events, state)
    const told = said && markHolding(said, state, events)
    const notification = told && isUndoable(events) ? { ...told, heldUntil: at + EFFECTS_WAIT_MS } : told
    const cover = events.length > 0 && !this.#covered
    this.#log.prepare()
    this.ctx.storage.transactionSync(() => {
      this.#log.commit({ commandId, inputHash: hash, state, events, notification })
    })
    this.#cached = state
    const answer = answerOf(input, state.version)
    if (events.length > 0) this.#recent.push({ sequence: state.sequence, events, notification, answer })
    if (cover) this.#ringIn(PROJECT_GRACE_MS)
    return { ok: true, sequence: state.sequence, repeated: false, hasAnswer: Boolean(answer && events.length > 0) }
  }

  /** Brings D1 up to that event, one projection at a time. Returns false if D1 couldn't be written now. */
  async #catchUp(sequence: number): Promise<boolean> {
    while (this.#projected < sequence) {
      this.#projecting ??= this.#serially(this.#writeUnconfirmed())
      if (!(await this.#projecting)) {
        if (this.#projected >= sequence) return true
        this.#retryLater()
        return false
      }
    }
    return true
  }

  #serially(work: Promise<boolean>): Promise<boolean> {
    return work.finally(() => {
      this.#projecting = null
    })
  }

  #writeUnconfirmed(): Promise<boolean> {
    const after = this.#projected
    const recent = this.#recent.filter((commit) => commit.sequence > after)
    const events = recent.flatMap((commit) => commit.events)
    const answers = recent.flatMap((commit) => commit.answer ?? [])
    // After waking up, the log has what memory has lost.
    if (events[0]?.sequence !== after + 1)
      return this.#write(this.#log.events(after), after, this.#log.notifications(after), { answers })
    const told = recent.flatMap((commit) => commit.notification ?? [])
    return this.#write(events, after, told, { answers })
  }

  async #write(
    events: ApprovalEvent[],
    after: number,
    notifications: RequestNotification[],
    more: { isRebuild?: boolean; answers?: CommandAnswer[] } = {},
  ): Promise<boolean> {
    const state = this.#required()
    try {
      const now = this.clock.now()
      const { DB } = await this.#home()
      const name = nameOfState(state)
      const effects = await project(DB, { name, state, after, events, notifications, now, ...more })
      this.#failures = 0
      this.#projected = Math.max(this.#projected, state.sequence)
      this.#recent = this.#recent.filter((commit) => commit.sequence > this.#projected)
      if (effects.length > 0) this.ctx.waitUntil(this.#nudge(effects))
      return true
    } catch (error) {
      // The company may have moved to another cell.
      this.#cell = null
      this.#report('approval projection failed', error)
      return false
    }
  }

  /** The rows in D1 are what counts and the sweep finds them. The queue only makes them faster. */
  async #nudge(effects: OutboxRow[]): Promise<void> {
    try {
      await nudgeOutbox(await this.#home(), effects)
    } catch (error) {
      this.#report('outbox nudge failed', error)
    }
  }

  /** The alarm's part of projecting: confirms what is in D1, or tries again. */
  async #project(): Promise<void> {
    const state = this.#state
    if (!state) return
    this.#covered = true
    if (!(await this.#catchUp(state.sequence))) return
    if (this.#projected < this.#required().sequence) {
      this.#ringIn(PROJECT_GRACE_MS)
      return
    }
    this.#log.keepProjected(this.#projected)
    this.#covered = false
  }

  /** The alarm doesn't ring for what D1 has already. If this is lost with the memory, it does. */
  #noteSoon(): void {
    if (this.#noting || !this.#covered) return
    this.#noting = true
    this.ctx.waitUntil(scheduler.wait(NOTE_MS).then(() => this.#noteProjected()))
  }

  #noteProjected(): void {
    this.#noting = false
    const state = this.#state
    if (!state || !this.#covered || this.#projected < state.sequence) return
    this.#log.keepProjected(this.#projected)
    this.#covered = false
    void ringForNext(this.ctx, state, this.clock.now())
  }

  #retryLater(): void {
    this.#ringIn(Math.min(RETRY_FIRST_MS * 2 ** this.#failures++, RETRY_MOST_MS))
  }

  #ringIn(milliseconds: number): void {
    this.#covered = true
    // Not awaited, because it is part of the same atomic write as the rows before it, and the answer waits for both.
    const soonest = this.ctx.getWebSockets().length > 0 ? Math.min(milliseconds, LOOK_MS) : milliseconds
    void this.ctx.storage.setAlarm(systemClock.now() + soonest)
  }

  #broadcast(sequence: number): void {
    if (this.ctx.getWebSockets().length === 0) return
    const message = JSON.stringify({ type: 'changed', sequence })
    this.ctx.waitUntil(this.#home().then(({ DB }) => tellViewers(this.ctx, DB, message)))
  }

  /** The bindings of the company's cell. The caller says which one it is, and the directory does when no one calls. */
  async #home(): Promise<Env> {
    const state = this.#state
    if (!state) return this.env
    this.#cell ??= await envOfCompany(this.env, state.companyId)
    return this.#cell
  }

  get #state(): ApprovalState | null {
    if (this.#cached === undefined) {
      const { state, projected } = this.#log.load()
      this.#cached = state
      this.#projected = projected
    }
    return this.#cached
  }

  #required(): ApprovalState {
    const state = this.#state
    if (!state) throw new Error('Nothing has been submitted')
    return state
  }

  #of(companyId: string): ApprovalState | null {
    const state = this.#state
    return state && state.companyId === companyId && state.deletedAt === null ? state : null
  }

  #report(message: string, error: unknown): void {
    const state = this.#cached
    console.error(JSON.stringify({ message, object: state && nameOfState(state), error: String(error) }))
  }
}
