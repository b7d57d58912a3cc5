/** Environment variable with the name of a context. */
export const contextVariable = 'SEEDTOP_CONTEXT';
