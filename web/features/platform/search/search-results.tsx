import { SEARCHED, type SearchResult } from '../../../../schema/platform/search/endpoints.ts'
import { kindLabel, REQUEST_SOURCES } from '../../../../schema/shared/kinds.ts'
import type { Address } from '../../../lib/address.ts'
import { isPlainClick } from '../../../ui/app-link.tsx'
import { requestState, StatusBadge } from '../../../ui/status-badge.tsx'
import { hrefOfResult } from './api.ts'
import classes from './search.module.css'

const keyOf = (result: SearchResult): string => `${result.kind}-${result[SEARCHED[result.kind].idField]}`

interface SearchResultsProps {
  id: string
  results: SearchResult[]
  active: number
  optionId: (index: number) => string
  onActive: (index: number) => void
  onFollow: (href: Address) => void
}

/** The options of the search box. The box keeps the focus, and each option is a link for the pointer. */
export const SearchResults = ({ id, results, active, optionId, onActive, onFollow }: SearchResultsProps) => (
  <div id={id} role="listbox" aria-label="Results" className={classes.results} hidden={results.length === 0}>
    {results.map((result, index) => (
      <a
        key={keyOf(result)}
        id={optionId(index)}
        role="option"
        aria-selected={index === active}
        tabIndex={-1}
        href={hrefOfResult(result)}
        className={classes.result}
        data-active={index === active || undefined}
        onMouseMove={() => onActive(index)}
        onClick={(event) => {
          if (!isPlainClick(event)) return
          event.preventDefault()
          onFollow(hrefOfResult(result))
        }}
      >
        <span className={classes.kind} data-kind={result.kind}>
          {result.request ? REQUEST_SOURCES[result.request.source].label : kindLabel(SEARCHED[result.kind].kind)}
        </span>
        <span className={classes.text}>
          <span className={classes.name}>{result.name}</span>
          {result.spendRequest && (
            <span className={classes.context}>
              SR-{result.spendRequest.number} · {result.spendRequest.requestorName}
            </span>
          )}
          {result.request && (
            <span className={classes.context}>
              #{result.request.number} · {result.request.categoryName} · {result.request.requestorName}
            </span>
          )}
        </span>
        <State result={result} />
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
