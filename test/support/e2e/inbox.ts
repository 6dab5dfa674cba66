import type { Api } from './api.ts'

interface Block {
  id: string
  canDecide: boolean
}

/** Rejects all that waits for this person, such as what the demo company has put there. */
export const emptyInbox = async (api: Api): Promise<void> => {
  const { items } = (await api.get('/api/approvals/inbox')).body as { items: { id: string; targetType: string }[] }
  for (const { id, targetType } of items) {
    const path = targetType === 'SPEND_REQUEST' ? 'spend-requests' : 'intake-submission'
    const { levels } = (await api.get(`/api/${path}/${id}/approvals`)).body as { levels: { blocks: Block[] }[] }
    for (const block of levels.flatMap(({ blocks }) => blocks).filter(({ canDecide }) => canDecide))
      await api.call('POST', `/api/${path}/${id}/status`, { status: 'REJECTED', levelGroupStatusId: block.id })
  }
}
