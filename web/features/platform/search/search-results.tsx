import type { SearchResult } from '../../../../schema/platform/search/endpoints.ts'
import type { Address } from '../../../lib/address.ts'
import { isPlainClick } from '../../../ui/app-link.tsx'
import { requestState, StatusBadge } from '../../../ui/status-badge.tsx'
import type { Found } from './found.ts'
import classes from './search.module.css'

interface SearchResultsProps {
  id: string
  found: readonly Found[]
  active: number
  optionId: (index: number) => string
  onActive: (index: number) => void
  onFollow: (href: Address) => void
}

/** The options of the search box. The box keeps the focus, and each option is a link for the pointer. */
export const SearchResults = ({ id, found, active, optionId, onActive, onFollow }: SearchResultsProps) => (
  <div id={id} role="listbox" aria-label="Results" className={classes.results} hidden={found.length === 0}>
    {found.map(({ key, kind, name, href, context, result }, index) => (
      <a
        key={key}
        id={optionId(index)}
        role="option"
        aria-selected={index === active}
        tabIndex={-1}
        href={href}
        className={classes.result}
        data-active={index === active || undefined}
        onMouseMove={() => onActive(index)}
        onClick={(event) => {
          if (!isPlainClick(event)) return
          event.preventDefault()
          onFollow(href)
        }}
      >
        <span className={classes.kind} data-kind={result?.kind}>
          {kind}
        </span>
        <span className={classes.text}>
          <span className={classes.name}>{name}</span>
          {context && <span className={classes.context}>{context}</span>}
        </span>
        {result && <State result={result} />}
      </a>
    ))}
  </div>
)

const State = ({ result }: { result: SearchResult }) => {
  const decided = result.request ?? result.spendRequest
  if (decided) {
    return <StatusBadge {...requestState({ status: decided.status, archived: result.archived })} plain />
  }
  return result.archived ? <StatusBadge tone="archived" label="Archived" plain /> : null
}
