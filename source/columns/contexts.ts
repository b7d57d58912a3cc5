import type { Column } from './column.ts';
import { growingColumn, textColumn } from './declare.ts';

/** A context as a command lists it. It has no key. */
export interface ListedContext {
	readonly name: string;
	readonly url: string;
	/** Place of its API key; null without a key. */
	readonly key: 'file' | 'key_file' | null;
	/** Path of its key file; null without one. */
	readonly key_file: string | null;
	/** Whether commands use it by default. */
	readonly is_default: boolean;
	/** Whether the next command uses it. SEEDTOP_CONTEXT overrides the default. */
	readonly is_current: boolean;
}

export const listedContextColumns: readonly Column<ListedContext>[] = [
	textColumn('name', 'NAME', 16, 1, ({ name }) => name),
	growingColumn('url', 'URL', 24, ({ url }) => url),
	textColumn('key', 'KEY', 8, 3, ({ key }) => key ?? '–'),
	textColumn('use', 'USE', 16, 2, ({ is_default, is_current }) =>
		[...(is_current ? ['current'] : []), ...(is_default ? ['default'] : [])].join(', '),
	),
];
