import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'

interface ShowEarlierProps {
  /** In the plural: "comments". */
  what: string
  loading: boolean
  onClick: () => void
}

/** At the end of a list that goes back in time. */
export const ShowEarlier = ({ what, loading, onClick }: ShowEarlierProps) => (
  <Button
    variant="subtle"
    color="gray"
    size="compact-sm"
    leftSection={<IconHistory size={14} aria-hidden />}
    loading={loading}
    onClick={onClick}
  >
    Show earlier {what}
  </Button>
)
