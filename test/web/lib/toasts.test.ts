import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TOAST_MS, toastError, toastOffer, toastSuccess } from '../../../web/lib/toasts.ts'

/** The one that is seen, and those that wait for it. */
const shown = () => notificationsStore.getState().notifications.map(({ message }) => message)
const waiting = () => notificationsStore.getState().queue.map(({ message }) => message)

/** What the screen does with a toast after its time. */
const passes = () => {
  const [{ id = '' } = {}] = notificationsStore.getState().notifications
  notifications.hide(id)
}

describe('toasts, of which one is seen at a time', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    notifications.clean()
    notificationsStore.updateState((state) => ({ ...state, limit: 1 }))
  })
  afterEach(() => {
    notifications.clean()
    vi.useRealTimers()
  })

  it('the newest offer replaces the one before at once', () => {
    toastOffer('2 rows saved', 15_000)
    toastOffer('3 rows saved', 15_000)
    expect(shown()).toEqual(['3 rows saved'])
    expect(waiting()).toEqual([])
  })

  it('an error and a confirmation don’t wait for an open offer, which is there again after them', () => {
    toastOffer('2 rows saved', 15_000)
    toastError('Choose a vendor.')
    expect(shown()).toEqual(['Choose a vendor.'])
    toastSuccess('Comment added')
    passes()
    expect(shown()).toEqual(['Comment added'])
    passes()
    expect(shown()).toEqual(['2 rows saved'])
  })

  it('an offer ends with the time in which it can be used, also while something else is shown', () => {
    toastOffer('Approved', 9_000)
    vi.advanceTimersByTime(9_000 - TOAST_MS / 2)
    toastError('Choose a vendor.')
    vi.advanceTimersByTime(TOAST_MS / 2)
    expect(waiting()).toEqual([])
    passes()
    expect(shown()).toEqual([])
  })

  it('a closed offer closes only itself', () => {
    const close = toastOffer('2 rows saved', 15_000)
    toastOffer('3 rows saved', 15_000)
    close()
    expect(shown()).toEqual(['3 rows saved'])
    vi.advanceTimersByTime(14_999)
    expect(shown()).toEqual(['3 rows saved'])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual([])
  })

  it('errors are told one after the other, the same one once', () => {
    toastError('Choose a vendor.')
    toastError('Choose a vendor.')
    toastError('Choose an account.')
    expect(shown()).toEqual(['Choose a vendor.'])
    expect(waiting()).toEqual(['Choose an account.'])
  })

  it('a confirmation replaces the one before', () => {
    toastSuccess('Saved')
    toastSuccess('Saved again')
    expect([...shown(), ...waiting()]).toEqual(['Saved again'])
  })
})
