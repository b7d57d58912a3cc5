import Type from 'typebox';

/** An integer that may be beyond 2^53 (ids of channel entries are): exact, as a bigint. */
export const BigInteger = (options: { description?: string; default?: bigint } = {}) =>
	Type.Unsafe<bigint>({ type: 'integer', format: 'int64', ...options });
