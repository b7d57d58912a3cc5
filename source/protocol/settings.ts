/** Constants of part 5 of the interface, shared by several programs. */

export const apiKeyHeader = 'x-api-key';
export const portVariable = 'CORE_API_PORT';
export const keyVariable = 'CORE_API_KEY';
export const DEFAULT_PORT = 8085;
