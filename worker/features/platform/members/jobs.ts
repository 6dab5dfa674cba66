import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailAddress } from './address-mail.tsx'
import { handOverApprovals } from '../../requests/submissions/hand-over.ts'
import { mailMemberInvite } from './invite-mail.tsx'

registerOutbox('member.hand-over', { lane: 'tasks', handler: handOverApprovals })
registerOutbox('member.invite', { lane: 'mail', handler: mailMemberInvite, isSecret: true })
registerOutbox('member.address', { lane: 'mail', handler: mailAddress, isSecret: true })
