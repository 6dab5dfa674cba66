import { ApprovalObject as Approvals } from '../approval/object.ts'

/** The part of the platform's point-in-time recovery that is used. The local runtime has none. */
export type Recovery = Pick<DurableObjectStorage, 'getBookmarkForTime' | 'onNextSessionRestoreBookmark'>

/** Puts storage back to a moment at its next start, and says how to take that back. */
export const rewindStorage = async (storage: Recovery, at: number): Promise<string> =>
  storage.onNextSessionRestoreBookmark(await storage.getBookmarkForTime(at))

export class ApprovalObject extends Approvals {
  /**
   * For an operator who puts a cell back (worker/local/operate/production): no door of the product leads here.
   * @param at milliseconds, at most 30 days ago
   */
  async rewind(at: number): Promise<string> {
    const undo = await rewindStorage(this.ctx.storage, at)
    // Memory has what storage will have lost. The caller gets its answer first.
    setTimeout(() => this.ctx.abort('Put back to an earlier moment'), 100)
    return undo
  }
}
