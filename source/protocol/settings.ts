/** Facts of part 5 of the interface that several programs share. */

export const apiKeyHeader = 'x-api-key';
export const portVariable = 'CORE_API_PORT';
export const keyVariable = 'CORE_API_KEY';
export const defaultPort = 8085;
