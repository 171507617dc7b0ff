//! The implementation of `InMemory`, and the functions that copy values whole.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{Context, derived};
use crate::model::{Constructor, Kind};

/// Returns the implementation of `InMemory`: where the parts of a value are in memory.
pub(crate) fn expand(context: &Context<'_, '_>) -> Option<TokenStream> {
    let Context { model, krate, this, .. } = context;
    let span = model.zerocopy?;
    let memory = quote!(#krate::__private::Memory);
    let value = match (model.kind, model.constructors.as_slice()) {
        (Kind::Struct, [one]) => fields(context, one),
        (Kind::Transparent, [one]) => {
            let ty = one.fields.first()?.ty;
            quote! {
                if ::core::mem::size_of::<Self>() == ::core::mem::size_of::<#ty>() {
                    <#ty as #krate::view::InMemory>::MEMORY
                } else {
                    #memory::Other
                }
            }
        }
        (_, constructors) => {
            let idents = constructors.iter().map(|constructor| constructor.ident);
            quote!(#memory::Tag(::core::mem::size_of::<Self>(), &[#(Self::#idents as ::core::primitive::u64),*]))
        }
    };
    let (derived, generics) = (derived(), context.generics(&[], &[]));
    let (parameters, _, clause) = generics.split_for_impl();
    Some(quote_spanned! {span=>
        #derived
        impl #parameters #krate::view::InMemory for #this #clause {
            const MEMORY: #memory = #value;
        }
    })
}

/// Returns the offsets of the fields of a struct.
fn fields(context: &Context<'_, '_>, constructor: &Constructor<'_>) -> TokenStream {
    let krate = context.krate;
    let fields = constructor.fields.iter().enumerate().map(|(index, field)| {
        let (ty, index) = (context.field(field), syn::Index::from(index));
        let name = field.ident.map_or_else(|| quote!(#index), |ident| quote!(#ident));
        quote_spanned!(field.span()=> (::core::mem::offset_of!(Self, #name), &<#ty as #krate::view::InMemory>::MEMORY))
    });
    quote!(#krate::__private::Memory::Fields(::core::mem::size_of::<Self>(), &[#(#fields),*]))
}

/// Returns the function of `Packable` that writes all elements of a slice.
pub(crate) fn write_all(context: &Context<'_, '_>) -> Option<TokenStream> {
    let Context { model, krate, .. } = context;
    model.zerocopy?;
    Some(quote! {
        fn write_all<'__id, __S, __L: #krate::Layout>(
            __values: &[Self],
            __items: #krate::build::ItemWriter<'__id, __S, __L>,
        ) -> #krate::build::ItemWriter<'__id, __S, __L>
        where
            __S: #krate::__private::shape::SequenceShape,
            __S::Element: #krate::__private::shape::Field<Of = <Self as #krate::Packable>::As>,
        {
            #krate::__private::write_block(__values, __items)
        }
    })
}

/// Returns the function of `Unpack` that reads all elements of a sequence.
pub(crate) fn unpack_all(context: &Context<'_, '_>) -> Option<TokenStream> {
    let Context { model, krate, .. } = context;
    model.zerocopy?;
    Some(quote! {
        fn unpack_all<'__id, __L: #krate::Layout>(
            __cursor: #krate::Cursor<'__de, '__id, [Self], __L>,
            __levels: #krate::Levels,
        ) -> ::core::result::Result<
            #krate::Done<'__id, #krate::__private::Vec<Self>, __L>,
            #krate::TooDeep,
        > {
            #krate::__private::unpack_block(__cursor, __levels)
        }
    })
}
