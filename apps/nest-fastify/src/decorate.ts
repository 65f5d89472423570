/**
 * Applies Nest's decorators as a compiler would. Node only strips types from TypeScript, and has no decorator syntax.
 * So `@Get("/hey") @Header(...) hey() {}` becomes `decorate(AppController, "hey", Get("/hey"), Header(...))`.
 */
export function decorate<T>(
  controller: { readonly prototype: T },
  method: string & keyof T,
  ...decorators: MethodDecorator[]
): void {
  const descriptor = { value: controller.prototype[method] };
  Reflect.decorate(decorators, controller.prototype as object, method, descriptor);
}

/** Applies decorators to a field, as in `@IsString() name: string`. */
export function decorateField<T>(
  model: { readonly prototype: T },
  field: string & keyof T,
  ...decorators: PropertyDecorator[]
): void {
  Reflect.decorate(decorators, model.prototype as object, field);
}
