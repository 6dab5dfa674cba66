import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ComponentType, StrictMode, useEffect, useState } from 'react'
import { leaveForLogin, reloadOnSessionChange } from './features/platform/session/index.ts'
import { colorSchemeInCookie } from './lib/color-scheme.ts'
import { isChunkError, onCodeMissing, reloadOnce } from './lib/connection/chunk-error.ts'
import { whenQuiet } from './lib/connection/when-quiet.ts'
import { styleNonce } from './lib/csp.ts'
import { queryClient } from './lib/query-client.ts'
import { onReport, report } from './lib/report.ts'
import { setUnauthenticatedHandler } from './lib/rest.ts'
import { cssVariables, theme } from './lib/theme.ts'
import { onFirstToast } from './lib/toasts.ts'
import { addAllRoutes, router } from './router.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { Announcer } from './ui/focus/announcer.tsx'
import { keepFocus } from './ui/focus/keep-focus.ts'
import { showWholeTexts } from './ui/pointing/whole-text.ts'
import { isLoadedAhead, loadLate } from './ui/settling/late.tsx'
import { ConnectionBar } from './ui/toasts/connection-bar.tsx'

setUnauthenticatedHandler(leaveForLogin)
reloadOnSessionChange()
keepFocus()
showWholeTexts()
onReport((failure) => {
  // Loaded when something fails. Without a connection it can't load, but then nothing could be sent either.
  import('./lib/send-report.ts').then(({ sendReport }) => sendReport(failure)).catch(() => undefined)
})

// Vite announces this before the import fails: a deployment has replaced the page's files.
window.addEventListener('vite:preloadError', () => {
  if (!isLoadedAhead()) void reloadOnce()
})
window.addEventListener('unhandledrejection', ({ reason }) => {
  if (!isChunkError(reason)) report(reason, 'unhandled rejection')
})

/** Browsers don't ask twice for code that failed. The next page is reloaded as it opens, before anything is typed. */
const reloadNextPage = (): void => {
  const stop = router.subscribe('onResolved', async ({ pathChanged }) => {
    if (pathChanged && (await reloadOnce())) stop()
  })
}

/** What waits until the first view is there: toasts, and the routes of all pages. Everything else works without them. */
const AfterFirstView = () => {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    const loadToaster = () =>
      import('./ui/toasts/toaster.tsx').then((module) => setToaster(() => module.Toaster), reloadNextPage)
    onFirstToast(loadToaster)
    return whenQuiet(() => {
      void loadToaster()
      onCodeMissing(reloadNextPage)
      // Where it fails, the next page tries again.
      addAllRoutes().catch(() => undefined)
    }, true)
  }, [])
  useEffect(() => {
    let stop = whenQuiet(() => void loadLate())
    const forget = router.subscribe('onResolved', () => {
      stop()
      stop = whenQuiet(() => void loadLate())
    })
    return () => {
      forget()
      stop()
    }
  }, [])
  return Toaster && <Toaster />
}

export const App = () => (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeInCookie}
      getStyleNonce={styleNonce}
    >
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <AfterFirstView />
          <ConnectionBar />
          <RouterProvider router={router} />
          <Announcer />
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  </StrictMode>
)
