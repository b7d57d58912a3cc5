import { test } from 'vitest';
import type { Dialect } from '../foreign/dialect.ts';
import { dialects } from '../foreign/dialects.ts';
import { type ForeignContext, withForeign } from './context.ts';

/** Behavior of services in the field that depends on no endpoint: a test for each dialect that has it. */
export function observed(
	title: string,
	does: (dialect: Dialect) => boolean,
	run: (context: ForeignContext) => Promise<void>,
): void {
	test.each(dialects.filter(does))(`$name: ${title}`, (dialect) => withForeign(dialect, run));
}

export const always = () => true;
