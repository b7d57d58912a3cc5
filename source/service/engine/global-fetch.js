// Replaces a library that prefers the global fetch, but also loads another implementation.
export default (...args) => globalThis.fetch(...args);
