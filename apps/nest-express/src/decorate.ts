/**
 * Nest's decorators, applied as a compiler would. Node runs TypeScript by leaving its types out, and
 * so knows no decorator syntax; `@Get("/hey") @Header(...) hey() {}` becomes
 * `decorate(AppController, "hey", Get("/hey"), Header(...))`.
 */
export function decorate<T>(
  controller: { readonly prototype: T },
  method: string & keyof T,
  ...decorators: MethodDecorator[]
): void {
  const descriptor = { value: controller.prototype[method] };
  Reflect.decorate(decorators, controller.prototype as object, method, descriptor);
}

/** The same for a field: `@IsString() name: string`. */
export function decorateField<T>(
  model: { readonly prototype: T },
  field: string & keyof T,
  ...decorators: PropertyDecorator[]
): void {
  Reflect.decorate(decorators, model.prototype as object, field);
}
