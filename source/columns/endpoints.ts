import type { Endpoint } from '../protocol/endpoint.ts';
import type { Column } from './column.ts';
import { growingColumn, textColumn } from './declare.ts';

/** The endpoint table itself, as a list. */
export const endpointColumns: readonly Column<Endpoint>[] = [
	textColumn('method', 'METHOD', 6, 0, ({ method }) => method),
	textColumn('path', 'PATH', 40, 0, ({ path }) => path),
	textColumn('generations', 'GEN', 3, 2, ({ generations }) => generations),
	growingColumn('summary', 'WHAT IT DOES', 20, ({ summary }) => summary),
];
