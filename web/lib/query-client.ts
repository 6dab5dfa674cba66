import { QueryClient } from '@tanstack/react-query'
import { isRead } from './ahead.ts'
import { NetworkError } from './errors.ts'

const NETWORK_RETRIES = 2

const retryOnNetworkError = (failures: number, error: Error): boolean =>
  error instanceof NetworkError && failures < NETWORK_RETRIES

/**
 * Reads always come from the server (specification 1 §7): a page that opens again loads again and shows placeholders,
 * not an older answer. Focusing the window loads nothing.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: 0,
        // What the page's loader has just read isn't read again.
        refetchOnMount: ({ queryHash, state }) =>
          isRead(queryHash) && state.data !== undefined && !state.isInvalidated ? false : 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
        retry: retryOnNetworkError,
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { retry: retryOnNetworkError, retryDelay: (attempt) => 400 * 2 ** attempt, networkMode: 'always' },
    },
  })

export const queryClient = createQueryClient()

export { keepPreviousData } from '@tanstack/react-query'
