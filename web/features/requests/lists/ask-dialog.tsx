import { lazy, Suspense } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { loadChat } from '../../documents/chats/index.ts'

const Chat = lazy(async () => ({ default: (await loadChat()).Chat }))

const EXAMPLES = [
  'How many requests this year by month?',
  'How much by vendor last quarter?',
  'How long do decisions take by category?',
]

/** Questions about all requests, for people who see them all. */
export const AskDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Ask about requests">
    <Suspense>
      <Chat
        about="REQUESTS"
        hint="Ask for counts, amounts or decision times, by month, status, category, department, requester or vendor. Only you see your questions."
        examples={EXAMPLES}
      />
    </Suspense>
  </Dialog>
)
