import { Alert } from '@mantine/core'
import type { ConnectionView } from '../../../../schema/platform/accounting/endpoints.ts'
import { AgeText, CalendarDateText } from '../../../ui/date-text.tsx'
import { Fact, Facts } from '../../../ui/details.tsx'
import { type State, StatusBadge } from '../../../ui/status-badge.tsx'
import { SYSTEM_NAMES } from './words.ts'

const STATES: Record<ConnectionView['state'], State> = {
  CONNECTED: { tone: 'positive', label: 'Connected' },
  REFUSED: { tone: 'negative', label: 'Refused' },
  DISCONNECTED: { tone: 'archived', label: 'Disconnected' },
}

interface ConnectionFactsProps {
  connection: ConnectionView
  /** What the page says elsewhere already. */
  said?: string | null | undefined
}

/** Which account is connected, and whether its system still accepts it. */
export const ConnectionFacts = ({ connection, said }: ConnectionFactsProps) => (
  <>
    {connection.error && connection.error !== said && (
      <Alert color="red" mb="md" role="alert">
        {connection.error}
      </Alert>
    )}
    <Facts>
      <Fact label="System">{SYSTEM_NAMES[connection.system]}</Fact>
      <Fact label={connection.system === 'CUSTOM' ? 'Name' : 'Company there'}>{connection.name}</Fact>
      {connection.system !== 'CUSTOM' && <Fact label="Account">{connection.accountId}</Fact>}
      <Fact label="Currency">{connection.currency}</Fact>
      <Fact label="State">
        <StatusBadge {...STATES[connection.state]} />
      </Fact>
      <Fact label="Connected">
        <AgeText instant={connection.connectedAt} />
      </Fact>
      <Fact label="Transactions since">
        {connection.readFrom < '1980' ? 'The beginning' : <CalendarDateText date={connection.readFrom} />}
      </Fact>
    </Facts>
  </>
)
