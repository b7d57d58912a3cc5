import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's space for new objects at its initial size. Reading a long list makes it grow to 32 MB, which it keeps. In
 * processes that started, the size cannot be set, but it can be kept from growing. The collections of the small space
 * use one thread: starting others takes longer than the collection.
 */
export function limitNewSpace(): void {
	setFlagsFromString('--semi-space-growth-factor=1');
	setFlagsFromString('--no-parallel-scavenge');
}
