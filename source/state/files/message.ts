import type { File } from '../../protocol/resources/file.ts';
import type { FileChange } from './choice.ts';
import type { PriorityChange } from './priorities.ts';
import type { FileTree } from './tree.ts';

/** A response of the service. `of`: its download. `at`: Unix ms. */
export type FilesAnswer =
	/** The service knows no files of this download yet. */
	| { readonly type: 'none'; readonly of: string }
	/** A service with trees: the first view, with canonical paths. */
	| { readonly type: 'page'; readonly of: string; readonly root: string; readonly files: readonly File[] }
	/** All files. `selected`, `progress` and `priorities` (bits) are by node; `version`: that of the slice at the request. */
	| {
			readonly type: 'all';
			readonly of: string;
			readonly way: 'tree' | 'list';
			readonly tree: FileTree;
			readonly selected: Uint8Array;
			readonly progress: Float64Array;
			readonly priorities: Uint8Array;
			readonly version: number;
			readonly at: number;
	  }
	/** Visible files. */
	| {
			readonly type: 'view';
			readonly of: string;
			readonly files: readonly File[];
			/** Request that was answered, once the service's folders are expanded as here; undefined until then. */
			readonly asked: { readonly after: string; readonly steps: number } | undefined;
			readonly version: number;
			readonly at: number;
	  };

/** Messages about the files. */
export type FilesMessage =
	| FilesAnswer
	/** A selection change was sent; and accepted or refused. */
	| { readonly type: 'change'; readonly change: FileChange }
	| { readonly type: 'changed'; readonly of: string; readonly id: number; readonly worked: boolean }
	/** A change of priorities was sent; and accepted or refused. */
	| { readonly type: 'prioritize'; readonly change: PriorityChange }
	| { readonly type: 'prioritized'; readonly of: string; readonly id: number; readonly worked: boolean }
	| { readonly type: 'expand'; readonly node: number; readonly open: boolean }
	| { readonly type: 'expand-all'; readonly open: boolean }
	| { readonly type: 'to-node'; readonly node: number }
	| { readonly type: 'filter'; readonly filter: string };
