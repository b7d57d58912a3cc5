import Type from 'typebox';
import type { ExactAmount } from './exact-amount.ts';
import { AMOUNT_FORMAT } from './schema-fields.ts';

/** Schema of an amount of an asset. In JSON it is a number, and `decode` keeps all digits of it. */
export const Amount = (options: { description?: string } = {}) =>
	Type.Unsafe<ExactAmount>({ type: 'number', format: AMOUNT_FORMAT, ...options });
