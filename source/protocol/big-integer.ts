import Type from 'typebox';

/** An integer that may exceed 2^53, such as an id of a channel entry. Decoded exactly, as a bigint. */
export const BigInteger = (options: { description?: string; default?: bigint } = {}) =>
	Type.Unsafe<bigint>({ type: 'integer', format: 'int64', ...options });
