/** Of Node's module, what the runtime has and this folder uses. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<T> {
    run<R>(store: T, work: () => R): R
    getStore(): T | undefined
  }
}
