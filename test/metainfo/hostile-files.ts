/** Returns malformed files whose fault comes after `length` repetitions, or never. */
export function hostileFiles(length: number): readonly Buffer[] {
	const around = (before: string, content: string, after = '') =>
		Buffer.concat([Buffer.from(before), Buffer.alloc(length, content), Buffer.from(after)]);
	return [
		around('d4:info', 'd'),
		around('d4:info', 'l'),
		around('d4:infod5:filesl', 'le', 'eee'),
		around('d4:infod5:filesl', '0:', 'eee'),
		around('d4:infod6:lengthi', '9', 'eee'),
		around('d', '9'),
	];
}
