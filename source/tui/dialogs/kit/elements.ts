import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { PartComponent } from './part.ts';

/** A part among the children of a dialog. */
export interface PartElement {
	readonly element: ReactElement<object>;
	readonly type: PartComponent<object>;
}

/** Returns the parts among the children of a dialog, also within fragments and arrays. */
export function partsIn(children: ReactNode): readonly PartElement[] {
	if (Array.isArray(children)) return children.flatMap(partsIn);
	if (!isValidElement<{ children?: ReactNode }>(children)) return [];
	if (children.type === Fragment) return partsIn(children.props.children);
	const { type } = children;
	if (!isPart(type)) throw new Error('The children of a Dialog are parts of the kit.');
	return [{ element: children, type }];
}

function isPart(type: unknown): type is PartComponent<object> {
	return typeof type === 'function' && 'rows' in type && 'speak' in type;
}
